export { photoAddress, publicAddress } from './addresses.ts'
export { findLibreOffice } from './libre-office.ts'
export { fileRoutes } from './routes.ts'
export { deleteFile, fileStore } from './store.ts'
