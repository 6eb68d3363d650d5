package com.example.petclinic;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.data.domain.Pageable;
import org.springframework.data.web.PagedModel;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;

/** The operations on owners, as a generator of OpenAPI writes them. */
@Tag(name = "owner", description = "Endpoints of pet owners")
interface OwnersApi {

    @Operation(operationId = "listOwners", summary = "Lists pet owners", description = "Returns an array of owners.")
    @RequestMapping(method = RequestMethod.GET, value = "/owners", produces = "application/json")
    ResponseEntity<List<OwnerDto>> listOwners(
            @Parameter(description = "The beginning of the last name") @RequestParam(required = false) String lastName);

    @Operation(operationId = "listOwnersOfCity", summary = "Lists the pet owners of a city, page by page")
    @RequestMapping(method = RequestMethod.GET, value = "/cities/{city}/owners", produces = "application/json")
    PagedModel<OwnerDto> listOwnersOfCity(@PathVariable("city") String city, Pageable page);

    @Operation(operationId = "getOwner", summary = "Gets a pet owner by id")
    @RequestMapping(method = RequestMethod.GET, value = "/owners/{ownerId}", produces = "application/json")
    ResponseEntity<OwnerDto> getOwner(
            @Min(0) @Parameter(description = "The id of the owner") @PathVariable("ownerId") Integer ownerId);

    @Operation(operationId = "addOwner", summary = "Adds a pet owner")
    @RequestMapping(
            method = RequestMethod.POST,
            value = "/owners",
            produces = "application/json",
            consumes = "application/json")
    ResponseEntity<OwnerDto> addOwner(@Valid @RequestBody OwnerFieldsDto ownerFieldsDto);

    @Operation(operationId = "updateOwner", summary = "Updates a pet owner")
    @RequestMapping(
            method = RequestMethod.PUT,
            value = "/owners/{ownerId}",
            produces = "application/json",
            consumes = "application/json")
    ResponseEntity<OwnerDto> updateOwner(
            @Min(0) @PathVariable("ownerId") Integer ownerId, @Valid @RequestBody OwnerFieldsDto ownerFieldsDto);

    @Operation(operationId = "deleteOwner", summary = "Deletes a pet owner")
    @RequestMapping(method = RequestMethod.DELETE, value = "/owners/{ownerId}", produces = "application/json")
    ResponseEntity<Void> deleteOwner(@Min(0) @PathVariable("ownerId") Integer ownerId);
}
