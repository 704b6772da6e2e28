export { PermissionPage } from './permission-page.tsx'
