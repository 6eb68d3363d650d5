package com.example.petclinic;

import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;

interface OwnerRepository extends JpaRepository<Owner, Integer> {

    List<Owner> findByLastNameStartingWithOrderById(String lastName);

    Page<Owner> findByCity(String city, Pageable page);
}
