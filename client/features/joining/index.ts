export { JoiningPage } from './joining-page.tsx'
