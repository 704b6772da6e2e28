export { ContentsPage } from './contents-page.tsx'
