export { DictionaryListPage } from './dictionary-list-page.tsx'
export { DictionaryPage } from './dictionary-page.tsx'
