import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Client build. Everything is served from this site: no inline script, no data: address, no outside request. */
export default defineConfig({
  root: 'client',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Windows 7 stands in many schools; its last Chrome is 109.
    target: ['chrome109', 'firefox115', 'safari16'],
    // A data: address would need img-src data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // antd in one chunk is what it is; the budget is watched by figures, not by this warning.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: {
      '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}`,
      '/login/logout': `http://127.0.0.1:${process.env.PORT ?? 3000}`,
    },
  },
})
