// What the settings read of a browser when they are loaded: an English one that remembers nothing.

import { vi } from 'vitest'

vi.stubGlobal('navigator', { language: 'en-GB' })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
