export { PersonalPage } from './personal-page.tsx'
export { IdentitySwitch } from './identity-switch.tsx'
