export { OwnPersonnelPage } from './own-personnel-page.tsx'
