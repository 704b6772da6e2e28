export { ConsentDialog } from './consent-dialog.tsx'
export { LegalPage } from './legal-page.tsx'
