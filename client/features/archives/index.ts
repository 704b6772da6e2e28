export { ArchiveDocumentPage } from './archive-document-page.tsx'
export { ArchiveOverviewPage } from './archive-overview-page.tsx'
