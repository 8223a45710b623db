import '@fontsource-variable/fraunces/wght.css'
import '@fontsource-variable/instrument-sans/wght.css'
