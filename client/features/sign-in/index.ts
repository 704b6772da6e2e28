export { SignInPage } from './sign-in-page.tsx'
export { ForgottenPasswordPage } from './forgotten-page.tsx'
