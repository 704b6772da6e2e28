export { LiveRoomPage } from './live-room-page.tsx'
export { LiveServerPage } from './live-server-page.tsx'
export { OwnLivesPage } from './own-lives-page.tsx'
export { OwnVideosPage } from './own-videos-page.tsx'
