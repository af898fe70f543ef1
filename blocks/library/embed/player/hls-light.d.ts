/** The build of hls.js without subtitles, alternate sound and encryption, which has no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
