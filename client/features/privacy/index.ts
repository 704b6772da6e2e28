export { PrivacyPage } from './privacy-page.tsx'
export { RegisterPage } from './register-page.tsx'
