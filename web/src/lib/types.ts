// The server's messages under the names that its description gives them. `npm run types` writes `api.d.ts` from
// `openapi.json`, and this file says which of its types the page uses.

import type { components } from './api'

type Schemas = components['schemas']

/** A game line. Who asks may leave parts out; the server sends it whole, and so does the page. */
export type Line = Required<Schemas['GameLine']>
type WithLine<Message> = Omit<Message, 'line'> & { line: Line }

export type CatalogView = Schemas['CatalogView']
export type ChosenMove = Omit<Schemas['ChosenMove'], 'position'> & { position: PositionView }
export type CostlyMove = Schemas['CostlyMove']
export type Brush = Schemas['Brush']
export type DraftView = Schemas['DraftView']
export type EvaluatorView = Schemas['EvaluatorView']
export type Fact = Schemas['Fact']
export type FamilyView = Schemas['FamilyView']
export type GameTexts = Schemas['GameTexts']
export type HeuristicsView = Schemas['HeuristicsView']
export type LegendEntry = Schemas['LegendEntry']
export type MoveAnalysis = Schemas['MoveAnalysis']
export type MoveEvent = Schemas['MoveEvent']
export type Outcome = Schemas['Outcome']
export type Piece = Schemas['Piece']
export type Place = Schemas['Place']
export type PositionView = WithLine<Schemas['PositionView']>
export type Prospect = Schemas['Prospect']
export type ReadGame = WithLine<Schemas['ReadGame']>
export type Refusal = Schemas['RefusalBody']
export type ReviewedPosition = Schemas['ReviewedPosition']
export type ReviewView = Schemas['ReviewView']
export type LinkView = Schemas['LinkView']
export type OfferKind = Schemas['OfferKind']
export type PresenceView = Schemas['PresenceView']
export type RulesBlock = Schemas['RulesBlock']
export type RulesPage = Schemas['RulesPage']
export type RunGame = WithLine<Schemas['RunGame']>
export type RunRequest = Schemas['RunRequest']
export type RunSummary = Schemas['RunSummary']
export type RunView = Omit<Schemas['RunView'], 'boards'> & { boards: RunGame[] }
export type SavedGame = WithLine<Schemas['SavedGame']>
export type SavedGameBody = Schemas['SavedGameBody']
export type Scene = Schemas['Scene']
export type Score = Schemas['Score']
export type SearchProgress = Schemas['SearchProgress']
export type SearchTreeView = Schemas['SearchTreeView']
export type Seat = Schemas['Seat']
export type SharedGameView = Omit<Schemas['SharedGameView'], 'position'> & { position: PositionView }
export type Stage = Schemas['Stage']
export type StageResult = Schemas['StageResult']
export type StandingRow = Schemas['StandingRow']
export type Stroke = Schemas['Stroke']
export type StoryView = Schemas['StoryView']
export type Target = Schemas['Target']
export type TextRun = Schemas['TextRun']
export type ToldMove = Schemas['ToldMove']
export type Translated = Schemas['Text']

/** What can be asked over HTTP and over the live connection. */
export type Request = Schemas['Request']
/** What the live connection takes and gives. */
export type Call = Schemas['Call']
export type Question = Schemas['Question']
export type Answer = Schemas['Answer']
/** The answers that have a name. */
export type Reply<Name extends Answer['is']> = Extract<Answer, { is: Name }>
/** The same for one shared game. */
export type RoomCall = Schemas['RoomCall']
export type RoomAnswer = Schemas['RoomAnswer']
export type WelcomeView = Schemas['WelcomeView']
