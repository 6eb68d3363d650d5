insert into owner (first_name, last_name, city, telephone) values
    ('George', 'Franklin', 'Madison', '6085551023'),
    ('Betty', 'Davis', 'Sun Prairie', '6085551749'),
    ('Eduardo', 'Rodriquez', 'McFarland', '6085558763'),
    ('Harold', 'Davis', 'Windsor', '6085553198'),
    ('Maria', 'Escobito', 'Madison', '6085557683');
insert into pet (name, birth_date, type, owner_id) values
    ('Leo', '2010-09-07', 'CAT', 1),
    ('Basil', '2012-08-06', 'HAMSTER', 2),
    ('Rosy', '2011-04-17', 'DOG', 3),
    ('Jewel', '2010-03-07', 'DOG', 3);
