export { ContentsPage } from './contents-page.tsx'
export { ReviewDeskPage } from './review-desk-page.tsx'
