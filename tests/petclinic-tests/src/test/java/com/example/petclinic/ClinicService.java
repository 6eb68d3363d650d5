package com.example.petclinic;

import java.util.List;
import java.util.NoSuchElementException;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
@Transactional
class ClinicService {

    private final OwnerRepository owners;

    ClinicService(OwnerRepository owners) {
        this.owners = owners;
    }

    @Transactional(readOnly = true)
    public List<Owner> owners(String lastName) {
        return owners.findByLastNameStartingWithOrderById(lastName);
    }

    @Transactional(readOnly = true)
    public Page<Owner> ownersIn(String city, Pageable page) {
        return owners.findByCity(city, page);
    }

    @Transactional(readOnly = true)
    public Owner owner(int id) {
        return owners.findById(id).orElseThrow(() -> new NoSuchElementException("Owner " + id + " does not exist"));
    }

    public Owner save(Owner owner) {
        return owners.save(owner);
    }

    public void delete(int id) {
        owners.delete(owner(id));
    }
}
