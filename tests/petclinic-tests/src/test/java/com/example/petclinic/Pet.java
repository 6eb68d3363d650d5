package com.example.petclinic;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.LocalDate;

@Entity
class Pet {

    enum Type {
        CAT,
        DOG,
        HAMSTER
    }

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    Integer id;

    String name;

    LocalDate birthDate;

    @Enumerated(EnumType.STRING)
    Type type;

    @ManyToOne
    Owner owner;
}
