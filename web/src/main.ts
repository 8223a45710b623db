import '@fontsource-variable/fraunces/wght.css'
import '@fontsource-variable/instrument-sans/wght.css'
import './style.css'

import { mount } from 'svelte'

import App from './App.svelte'

const target = document.getElementById('page')
if (target) mount(App, { target })
