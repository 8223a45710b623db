import '$fonts'
import './palette.css'
import './style.css'

import { mount } from 'svelte'

import App from './App.svelte'

const target = document.getElementById('page')
if (target) {
  // What stands there until something comes.
  target.replaceChildren()
  mount(App, { target })
}
