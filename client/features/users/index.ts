export { AccountRequestsPage } from './account-requests-page.tsx'
export { OfficeAccountsPage } from './office/office-accounts-page.tsx'
export { UserEditPage } from './user-edit-page.tsx'
export { UserListPage } from './user-list-page.tsx'
