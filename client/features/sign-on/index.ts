export { SignOnClientsPage } from './clients-page.tsx'
export { ConsentPage } from './consent-page.tsx'
export { SignedOutPage } from './signed-out-page.tsx'
