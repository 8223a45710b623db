// Letters of our own are a tenth of a first visit, and a board can be played on without them: they come after it. Later visits
// have them in the copy for times without a network, and at once.

import { afterFirstBoard } from '../first'

const load = () => void import('../../fonts')
if (navigator.serviceWorker?.controller) load()
else afterFirstBoard(load)
