export { ChainsPage } from './chains-page.tsx'
