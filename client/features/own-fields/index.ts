export { OwnFieldsPage } from './own-fields-page.tsx'
