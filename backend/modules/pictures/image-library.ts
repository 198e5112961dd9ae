import sharp from 'sharp';

// Every picture is read once, so a cache would only hold files and memory.
sharp.cache(false);

export { sharp };
