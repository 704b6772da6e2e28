export { CryptoUsePage } from './crypto-use-page.tsx'
