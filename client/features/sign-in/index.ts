export { SignInPage } from './sign-in-page.tsx'
export { OutsidePage } from './outside-page.tsx'
export { SignInAgain } from './sign-in-again.tsx'
export { ForgottenPasswordPage } from './forgotten-page.tsx'
