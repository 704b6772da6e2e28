export { ArchiveTransferPage } from './archive-transfer-page.tsx'
