export { ReasonLibraryPage } from './reason-library-page.tsx'
