export { AppListPage } from './manage/app-list-page.tsx'
export { AppRolesPage } from './roles/app-roles-page.tsx'
export { AppsPage } from './apps-page.tsx'
export { OpeningPage } from './opening-page.tsx'
