package com.example.petclinic;

import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.web.PagedModel;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping("/api")
class OwnerRestController implements OwnersApi {

    private final ClinicService clinic;

    OwnerRestController(ClinicService clinic) {
        this.clinic = clinic;
    }

    @Override
    public ResponseEntity<List<OwnerDto>> listOwners(String lastName) {
        List<OwnerDto> owners = clinic.owners(lastName == null ? "" : lastName).stream()
                .map(OwnerRestController::dto)
                .toList();
        return owners.isEmpty() ? ResponseEntity.notFound().build() : ResponseEntity.ok(owners);
    }

    @Override
    public PagedModel<OwnerDto> listOwnersOfCity(String city, Pageable page) {
        return new PagedModel<>(clinic.ownersIn(city, page).map(OwnerRestController::dto));
    }

    @Override
    public ResponseEntity<OwnerDto> getOwner(Integer ownerId) {
        return ResponseEntity.ok(dto(clinic.owner(ownerId)));
    }

    @Override
    public ResponseEntity<OwnerDto> addOwner(OwnerFieldsDto fields) {
        Owner owner = clinic.save(fill(new Owner(), fields));
        return ResponseEntity.created(UriComponentsBuilder.fromPath("/api/owners/{id}")
                        .buildAndExpand(owner.id)
                        .toUri())
                .body(dto(owner));
    }

    @Override
    public ResponseEntity<OwnerDto> updateOwner(Integer ownerId, OwnerFieldsDto fields) {
        return new ResponseEntity<>(dto(clinic.save(fill(clinic.owner(ownerId), fields))), HttpStatus.OK);
    }

    @Override
    @PreAuthorize("hasRole('OWNER_ADMIN')")
    public ResponseEntity<Void> deleteOwner(Integer ownerId) {
        clinic.delete(ownerId);
        return ResponseEntity.noContent().build();
    }

    private static Owner fill(Owner owner, OwnerFieldsDto fields) {
        owner.firstName = fields.getFirstName();
        owner.lastName = fields.getLastName();
        owner.city = fields.getCity();
        owner.telephone = fields.getTelephone();
        return owner;
    }

    private static OwnerDto dto(Owner owner) {
        OwnerDto dto = new OwnerDto();
        dto.setId(owner.id);
        dto.setFirstName(owner.firstName);
        dto.setLastName(owner.lastName);
        dto.setCity(owner.city);
        dto.setTelephone(owner.telephone);
        dto.setPets(owner.pets.stream()
                .map(pet -> new OwnerDto.PetDto(pet.id, pet.name, pet.birthDate, pet.type))
                .toList());
        return dto;
    }
}
