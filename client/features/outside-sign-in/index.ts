export { SignInWaysPage } from './sign-in-ways-page.tsx'
