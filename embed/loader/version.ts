/** Version of the script tag: what `/v1.x.y/bb.js` serves for good once it is released (embed/releases). */
export const LOADER_VERSION = '1.3.0'
