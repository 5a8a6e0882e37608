import { render } from 'preact';
import { App } from './app.tsx';
import { applyAppearance } from './client/appearance.ts';
import { startSession } from './client/session.ts';
import { startRouter } from './router.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/layout.css';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for the console');
applyAppearance();
startRouter();
render(<App />, root);
void startSession();
