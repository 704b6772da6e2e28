export { UserEditPage } from './user-edit-page.tsx'
export { UserListPage } from './user-list-page.tsx'
