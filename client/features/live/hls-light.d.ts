// The light form of hls.js has no types of its own; what is used of it is the same.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
