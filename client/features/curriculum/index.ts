export { TextbooksPage } from './textbooks-page.tsx'
