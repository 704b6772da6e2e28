import { expect, it } from 'vitest'
import { networks, networkOf } from './limits.ts'

it('counts an IPv4 address by itself, also where it comes as IPv6, and an IPv6 address by its first 64 bits', () => {
  expect(['10.1.2.3', '::ffff:10.1.2.3'].map(networkOf)).toEqual(['10.1.2.3', '10.1.2.3'])
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'))
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'))
  expect(['::1', '2001:db8::1', 'fe80::1%eth0', 'unknown'].map(networkOf)).toEqual([
    '0:0:0:0',
    '2001:db8:0:0',
    'fe80:0:0:0',
    'unknown',
  ])
})

it('knows the addresses of networks, and that a word is none', () => {
  const within = networks(['218.15.0.0/16', '2001:db8::/32', '10.0.0.7'])
  expect(['218.15.3.4', '::ffff:218.15.3.4', '2001:db8:9::1', '10.0.0.7'].every(within)).toBe(true)
  expect(['218.16.0.1', '2001:db9::1', '10.0.0.8', 'unknown', ''].some(within)).toBe(false)
  expect(networks([])('127.0.0.1')).toBe(false)
})
