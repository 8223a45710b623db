// `src/lib/api.d.ts` is what `npm run types` makes of `openapi.json`.

import openapiTS, { COMMENT_HEADER, astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'

import description from '../openapi.json?raw'
import committed from '../src/lib/api.d.ts?raw'

test('the types are those of the description', async () => {
  const made = COMMENT_HEADER + astToString(await openapiTS(description, { alphabetize: true }))
  expect(committed === made, 'src/lib/api.d.ts is stale: run npm run types').toBe(true)
}, 60_000)
