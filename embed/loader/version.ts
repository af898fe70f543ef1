/** Version of the script tag. Once released, `/v1.x.y/bb.js` serves it unchanged forever (embed/releases). */
export const LOADER_VERSION = '1.6.0'
