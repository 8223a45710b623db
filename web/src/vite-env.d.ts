declare module '*?raw' {
  const text: string
  export default text
}

/** Whether this is the page of a folder of files, without a server; decided when it is built. */
declare const __SITE__: boolean
/** The files of the engines and of the book of openings, with what tells their versions apart. */
declare const __MODULE__: { engines: string; more: string; book: string }
