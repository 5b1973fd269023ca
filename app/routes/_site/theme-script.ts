// Runs in the page's head before the first paint: the chosen theme, and the sign that scripts run at all.

export const THEME_KEY = 'theme';

export const THEME_SCRIPT = `(function(d){d.dataset.js='';try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')d.dataset.theme=t}catch(e){}})(document.documentElement)`;
