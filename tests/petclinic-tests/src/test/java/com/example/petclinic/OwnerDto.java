package com.example.petclinic;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

@Schema(name = "Owner", description = "A pet owner")
public class OwnerDto extends OwnerFieldsDto {

    private Integer id;

    private List<@Valid PetDto> pets = new ArrayList<>();

    @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = "The id of the pet owner", example = "1")
    public Integer getId() {
        return id;
    }

    public void setId(Integer id) {
        this.id = id;
    }

    @Schema(accessMode = Schema.AccessMode.READ_ONLY, description = "The pets of this owner")
    public List<PetDto> getPets() {
        return pets;
    }

    public void setPets(List<PetDto> pets) {
        this.pets = pets;
    }

    public record PetDto(Integer id, String name, LocalDate birthDate, Pet.Type type) {}
}
