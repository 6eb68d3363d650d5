SET DB_CLOSE_DELAY -1;

CREATE TABLE IF NOT EXISTS weather (
    date DATE PRIMARY KEY,
    precipitation NUMERIC(5, 1) NOT NULL,
    temp_max NUMERIC(5, 1) NOT NULL,
    temp_min NUMERIC(5, 1) NOT NULL,
    wind NUMERIC(5, 1) NOT NULL,
    weather VARCHAR(10) NOT NULL
);

COMMENT ON TABLE weather IS 'Daily weather in Seattle, 2012 to 2015, one row a day; source: NOAA';
COMMENT ON COLUMN weather.precipitation IS 'rain and melted snow, millimetres';
COMMENT ON COLUMN weather.temp_max IS 'highest temperature, degrees Celsius';
COMMENT ON COLUMN weather.temp_min IS 'lowest temperature, degrees Celsius';
COMMENT ON COLUMN weather.wind IS 'average wind speed, metres per second';
COMMENT ON COLUMN weather.weather IS 'sun, rain, drizzle, fog or snow';

-- Whatever a model sends is run as this user.
CREATE USER IF NOT EXISTS reader PASSWORD 'reader';
GRANT SELECT ON SCHEMA public TO reader;
