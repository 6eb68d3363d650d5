package com.example.petclinic;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** Fields of an owner, as generators of OpenAPI write them: a bean with annotated getters and fluent setters. */
@Schema(name = "OwnerFields", description = "Editable fields of a pet owner")
public class OwnerFieldsDto {

    private String firstName;

    private String lastName;

    private String city;

    private String telephone;

    @NotBlank
    @Size(min = 1, max = 30)
    @Schema(description = "The first name of the pet owner", example = "George")
    public String getFirstName() {
        return firstName;
    }

    public void setFirstName(String firstName) {
        this.firstName = firstName;
    }

    @NotBlank
    @Pattern(regexp = "^[a-zA-Z]*$")
    @Schema(description = "The last name of the pet owner", example = "Franklin")
    public String getLastName() {
        return lastName;
    }

    public void setLastName(String lastName) {
        this.lastName = lastName;
    }

    @NotBlank
    @Schema(description = "The city of the pet owner", example = "Madison")
    public String getCity() {
        return city;
    }

    public void setCity(String city) {
        this.city = city;
    }

    @NotBlank
    @Pattern(regexp = "^[0-9]{1,20}$")
    @Schema(description = "The telephone number of the pet owner", example = "6085551023")
    public String getTelephone() {
        return telephone;
    }

    public void setTelephone(String telephone) {
        this.telephone = telephone;
    }
}
