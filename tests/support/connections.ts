// Configures `fetch` for the tests. The worker closes connections after five idle seconds. `fetch` would
// reuse one for up to four seconds, by a clock that lags up to a second, and a request on a closing
// connection fails.
import { Agent, setGlobalDispatcher } from 'undici';

setGlobalDispatcher(new Agent({ keepAliveTimeout: 1_000 }));
