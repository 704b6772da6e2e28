export { OwnLivesPage } from './own-lives-page.tsx'
export { OwnVideosPage } from './own-videos-page.tsx'
