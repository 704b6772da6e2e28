export { SupportCommentsPage } from './comments-page.tsx'
export { SupportHomePage } from './home-page.tsx'
