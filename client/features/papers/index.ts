export { BasketButton } from './basket-button.tsx'
export { PapersPage } from './papers-page.tsx'
export { UsesPage } from './uses-page.tsx'
